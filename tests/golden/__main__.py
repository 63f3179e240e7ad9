"""Write the golden files of rules and game anew: `python -m tests.golden`."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from golden import counts, deals, playthroughs, records, rounds

if __name__ == "__main__":
    files = {deals.FILE: deals.text(), counts.FILE: counts.text(), rounds.FILE: rounds.text()}
    files |= {playthroughs.path(*case): playthroughs.text(*case) for case in playthroughs.CASES}
    files |= {records.path(name): records.text(name) for name in records.MATCHES}
    for path, text in files.items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
