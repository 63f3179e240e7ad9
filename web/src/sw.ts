/**
 * Keeps the shell: pages come from the server, and from here when it cannot be reached; files whose names hold
 * a hash come from here. Everything else, the game above all, is not looked at.
 */
declare const KEPT: { name: string; files: string[] };

interface Happening {
  waitUntil(work: Promise<unknown>): void;
}

interface Asking extends Happening {
  request: Request;
  respondWith(answer: Promise<Response>): void;
}

const PREFIX = "istaka-";
/** Where the page begins: the worker lies beside its files. */
const BASE = new URL(".", location.href).pathname;

async function keep(): Promise<void> {
  const shelf = await caches.open(KEPT.name);
  await shelf.addAll([BASE, ...KEPT.files.map((name) => BASE + name)]);
}

async function forgetOlder(): Promise<void> {
  const names = await caches.keys();
  const older = names.filter((name) => name.startsWith(PREFIX) && name !== KEPT.name);
  await Promise.all(older.map((name) => caches.delete(name)));
}

async function page(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await caches.match(BASE);
    if (kept) return kept;
    throw error;
  }
}

const file = async (request: Request) => (await caches.match(request)) ?? fetch(request);

const on = (kind: string, act: (event: never) => void) => addEventListener(kind, act as EventListener);

on("install", (event: Happening) => event.waitUntil(keep()));
on("activate", (event: Happening) => event.waitUntil(forgetOlder()));
on("fetch", (event: Asking) => {
  const { request } = event;
  const { pathname } = new URL(request.url);
  if (KEPT.files.includes(pathname.slice(BASE.length))) event.respondWith(file(request));
  else if (request.mode === "navigate" && !pathname.includes(".") && !pathname.startsWith(`${BASE}api/`)) {
    event.respondWith(page(request));
  }
});
