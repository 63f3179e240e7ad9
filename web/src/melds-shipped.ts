/** The meld tables of the build, for both settings of `ace_high`. */
import rows from "./generated/melds.json";
import { type MeldTable, meldTable } from "./melds";

const high = meldTable(rows.aceHigh);
const low = meldTable(rows.aceLow);

export function shippedTable(aceHigh: boolean): MeldTable {
  return aceHigh ? high : low;
}
