"""The catalogue of leaks as pages, feed, JSON and sitemap for everyone, while the operator has them on."""
