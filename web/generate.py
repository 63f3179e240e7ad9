"""Write what the client takes from the rules: `src/generated/melds.json`, the rows of the meld table.

Run by the build before `build.mjs`, with Python alone: `python web/generate.py` (nothing need be installed).
"""

import json
import sys
from pathlib import Path

WEB = Path(__file__).resolve().parent
sys.path.insert(0, str(WEB.parent / "src"))

from istaka.rules.melds import melds  # noqa: E402  # the line above says where it is


def main() -> None:
    """Write the file, with the rows for both settings of `ace_high` (R6.2)."""
    tables = {
        name: [meld.faces for meld in melds(ace_high=ace_high)]
        for name, ace_high in (("aceHigh", True), ("aceLow", False))
    }
    target = WEB / "src" / "generated" / "melds.json"
    target.parent.mkdir(exist_ok=True)
    target.write_text(json.dumps(tables, separators=(",", ":")) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
