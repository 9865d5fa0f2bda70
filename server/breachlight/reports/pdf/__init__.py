"""Reports as PDF files: vector drawings and text in embedded fonts, made without a network and in bounded memory."""
