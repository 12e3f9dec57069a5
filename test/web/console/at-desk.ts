import type { KeptSession } from "../../../src/web/kept/values.ts";
import type { TestBox } from "../../harness/box.ts";
import type { Desk } from "../../harness/desk.ts";
import { keep, person } from "../access/together.ts";

/** Logs this person of the demo in at the console and opens a screen. The door has tests of its own; this goes round it. */
export async function atDesk(
  desk: Desk,
  box: Pick<TestBox, "url">,
  userName: string,
  path = "/overview",
): Promise<void> {
  await desk.open(box.url, "/login");
  await desk.page.getByRole("heading", { level: 1 }).waitFor();
  // As if they had chosen it here before: else the site's language holds.
  const { language } = desk;
  await desk.page.evaluate(keep({ officeSession: await officeSession(box, userName), language }));
  // No step that the page could follow: it would lead whoever is not logged in yet back to the door.
  await desk.page.evaluate(`history.replaceState(null, "", ${JSON.stringify(`#${path}`)})`);
  await desk.page.reload();
  await desk.page.locator(".console-header").waitFor();
}

/** What the console keeps of a login. */
export async function officeSession(box: Pick<TestBox, "url">, userName: string): Promise<KeptSession> {
  const { password, roles, tenantId } = person(userName);
  const response = await fetch(`${box.url}/api/pwa-auth/login-password`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ userName, password }),
  });
  if (!response.ok) throw new Error(`${userName} can't log in: ${await response.text()}`);
  const { user, accessToken, refreshToken, expiresIn } = await response.json();
  return {
    user,
    tenantId,
    roles,
    via: "self",
    accessToken,
    refreshToken,
    endsAt: Date.now() + expiresIn * 1000,
  };
}
