"""`python -m istaka` is `istaka`."""

from istaka.cli import main

if __name__ == "__main__":
    main()
