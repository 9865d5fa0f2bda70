"""The catalogue of leaks for everyone, in the form of Have I Been Pwned's API, while the operator has it on."""
