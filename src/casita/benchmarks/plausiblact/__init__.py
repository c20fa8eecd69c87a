"""PlausiblAct: how plausible is each of ten actions on a thing, here and now?"""
