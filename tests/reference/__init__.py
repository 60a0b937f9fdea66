"""The slow, obvious reference: solves small deals by trying everything.

It knows the model's geometry (faces, doors, placements) and the notation of records, and nothing
of the referee or of the search, which are checked against it.
"""
