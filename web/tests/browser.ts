/** As much of a browser as the table's store and connection ask for; imported before them. */
const browser = globalThis as unknown as Record<string, unknown>;

browser.matchMedia = () => ({ matches: true });
browser.document = { hidden: false, querySelector: () => null, documentElement: { dataset: {} } };
browser.addEventListener = () => undefined;
browser.removeEventListener = () => undefined;
browser.location = { protocol: "http:", host: "table.test", pathname: "/t/t1" };

/** A socket that the test holds at the other end. */
export class FakeSocket {
  static readonly OPEN = 1;
  static last: FakeSocket | null = null;
  static made = 0;
  readyState = 0;
  readonly sent: Record<string, unknown>[] = [];
  onopen: (() => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  readonly url: string;

  constructor(url: string) {
    this.url = url;
    FakeSocket.last = this;
    FakeSocket.made++;
  }

  open(): void {
    this.readyState = 1;
    this.onopen?.();
  }

  tell(message: unknown): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }

  close(code = 1005): void {
    this.readyState = 3;
    this.onclose?.({ code });
  }
}

browser.WebSocket = FakeSocket;
browser.fetch = async () => new Response(JSON.stringify({ ticket: "pass" }), { status: 201 });

/** The next socket of the client, opened. */
export async function nextSocket(after: number): Promise<FakeSocket> {
  for (let i = 0; i < 400 && FakeSocket.made <= after; i++) await new Promise((done) => setTimeout(done, 5));
  const socket = FakeSocket.last;
  if (!socket || FakeSocket.made <= after) throw new Error("no socket was opened");
  socket.open();
  return socket;
}
