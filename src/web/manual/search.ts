// Shows what the manual has as one types: the server's page of results takes the place of the one that is shown. Without the server, and
// without this script, the button searches. scripts/build-help.ts builds it alone: it imports nothing.

const form = document.querySelector<HTMLFormElement>("form[role=search]");
const input = document.querySelector<HTMLInputElement>("input[type=search]");
let latest = 0;

async function show(address: string): Promise<void> {
  const turn = ++latest;
  const response = await fetch(address);
  if (!response.ok) return;
  const found = new DOMParser().parseFromString(await response.text(), "text/html");
  const [from, to] = [found.querySelector("main"), document.querySelector("main")];
  // A slower answer to an earlier text.
  if (turn !== latest || from === null || to === null) return;
  to.replaceWith(from);
  document.title = found.title;
  // From a page one goes back to that page, not to each letter.
  if (location.pathname === new URL(address).pathname) history.replaceState(null, "", address);
  else history.pushState(null, "", address);
}

if (form !== null && input !== null)
  input.addEventListener("input", () => {
    show(`${form.action}?search=${encodeURIComponent(input.value)}`).catch(() => {
      // The server is not reachable: what is shown stays, and the button says so.
    });
  });
addEventListener("popstate", () => location.reload());
