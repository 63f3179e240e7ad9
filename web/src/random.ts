/** Random bytes as hexadecimal text; getRandomValues is there without HTTPS too. */
import { toHex } from "./sha256";

export function randomHex(bytes: number): string {
  return toHex(crypto.getRandomValues(new Uint8Array(bytes)));
}
