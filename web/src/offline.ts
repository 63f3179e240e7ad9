/** The shell loads without a network too, where the browser lets a page keep itself (not on plain http). */

import { BASE } from "./base";

interface Policy {
  createScriptURL(address: string): string;
}

interface PolicyFactory {
  createPolicy(name: string, rules: Policy): Policy;
}

const SCRIPT = `${BASE}/sw.js`;

/** The address in the form that the server's Trusted Types ask for; browsers without them take the text. */
function trusted(address: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: PolicyFactory };
  return (
    trustedTypes?.createPolicy("istaka", { createScriptURL: () => address }).createScriptURL(address) ??
    address
  );
}

/** How long the page is left alone with the network: the worker asks for every file there is. */
const PAUSE_MS = 2000;

/** Leaves the keeping to a worker once the page has all it needs; without one everything else works. */
export function keepShell(): void {
  if (!("serviceWorker" in navigator)) return;
  const register = () => void navigator.serviceWorker.register(trusted(SCRIPT)).catch(() => undefined);
  const later = () => setTimeout(register, PAUSE_MS);
  if (document.readyState === "complete") later();
  else addEventListener("load", later, { once: true });
}
