### Certificates and their checker.
