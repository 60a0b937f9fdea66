"""Pictures of faces and maps.

Importing this package lets notebooks show faces, decks, deals, verdicts and solutions as pictures.
"""

from bolets_solver.draw.figures.notebook import register

register()
