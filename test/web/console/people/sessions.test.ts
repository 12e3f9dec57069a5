import { expect, test } from "vitest";
import { aBox, type TestBox } from "../../../harness/box.ts";
import { aDesk } from "../../../harness/desk.ts";
import { atDesk } from "../at-desk.ts";
import { expectGoodLooks, type Look } from "../look.ts";

async function logIn(box: TestBox, userName: string): Promise<string> {
  const login = { userName, password: `${userName}-demo` };
  return (await box.anonymous.post("/api/pwa-auth/login-password", login)).body.accessToken;
}
const statusOf = async (box: TestBox, token: string) => (await box.with(token).get("/api/me")).status;

test("one sees one's own sessions, ends one of them, then all others, and stays logged in", async () => {
  const box = await aBox();
  const tokens = [await logIn(box, "user"), await logIn(box, "user"), await logIn(box, "user")];
  const desk = await aDesk();
  await atDesk(desk, box, "user", "/me");
  const { page } = desk;
  const rows = page.locator("table.data tbody tr");
  await expect.poll(() => rows.count()).toBe(4);
  const current = rows.filter({ hasText: "current" });
  expect(await current.count()).toBe(1);
  expect(await current.getByRole("button").count()).toBe(0);
  await rows.filter({ hasNotText: "current" }).first().getByRole("button", { name: "End" }).click();
  await expect.poll(() => rows.count()).toBe(3);
  expect(await statusOf(box, tokens[2] ?? "")).toBe(401);
  await page.getByRole("button", { name: "End all others" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "End all others" }).click();
  await expect.poll(() => rows.count()).toBe(1);
  expect(await statusOf(box, tokens[0] ?? "")).toBe(401);
  await page.reload();
  await expect.poll(() => rows.count()).toBe(1);
});

test("an Admin sees a person's sessions, ends one, then all", async () => {
  const box = await aBox();
  const tokens = [await logIn(box, "user"), await logIn(box, "user"), await logIn(box, "user")];
  const desk = await aDesk();
  await atDesk(desk, box, "admin", "/people/3");
  const { page } = desk;
  const rows = page.locator("table.data tbody tr");
  await expect.poll(() => rows.count()).toBe(3);
  await rows.last().getByRole("button", { name: "End" }).click();
  await expect.poll(() => rows.count()).toBe(2);
  expect(await statusOf(box, tokens[0] ?? "")).toBe(401);
  expect(await statusOf(box, tokens[1] ?? "")).toBe(200);
  await page.getByRole("button", { name: "End all" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "End all" }).click();
  await page.getByText("Not logged in anywhere.").waitFor();
  expect(await statusOf(box, tokens[1] ?? "")).toBe(401);
});

test("nobody works at an open console for 12 hours: it logs out, at the server too", async () => {
  const box = await aBox({ settings: { JWT_TOKEN_EXPIRATION_HOURS: "48" } });
  const desk = await aDesk();
  const { page } = desk;
  await page.clock.install();
  await desk.open(box.url, "/me");
  await page.getByLabel("User name").fill("user");
  await page.locator("input[type=password]").fill("user-demo");
  const answered = page.waitForResponse(/login-password/);
  await page.getByRole("button", { name: "Log in" }).click();
  const { accessToken } = await (await answered).json();
  await page.getByText("Console").last().waitFor();
  await page.clock.fastForward("11:00:00");
  await page.mouse.click(5, 5);
  await page.clock.fastForward("11:00:00");
  expect(await statusOf(box, accessToken)).toBe(200);
  await page.clock.fastForward("02:00:00");
  await page.getByText("You were logged out after 12 hours without use.").waitFor();
  expect(await statusOf(box, accessToken)).toBe(401);
});

const looks: readonly Look[] = [
  { name: "sessions", schemes: ["light", "dark"], options: {} },
  { name: "sessions-cs-phone", schemes: ["light"], options: { language: "cs", width: 390, height: 800 } },
];
test.each(looks)("the sessions look good ($name)", async ({ name, schemes, options }) => {
  const box = await aBox();
  for (let i = 0; i < 3; i++) await logIn(box, "user");
  const desk = await aDesk(options);
  await atDesk(desk, box, "user", "/me");
  await desk.page.locator("table.data").waitFor();
  await desk.page.locator("#sessions").scrollIntoViewIfNeeded();
  await expectGoodLooks(desk, name, schemes);
});
