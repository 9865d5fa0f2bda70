"""The keys of the installation as the database knows them: which ones exist, and which process has which."""
