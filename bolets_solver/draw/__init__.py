"""Pictures of faces and maps.

Importing this package lets faces, decks, deals, verdicts and solutions show themselves in
notebooks.
"""

from bolets_solver.draw.figures.notebook import register

register()
