"""``python -m bolets_solver`` is the command ``bolets``."""

from bolets_solver.cli import main

if __name__ == "__main__":
    main()
