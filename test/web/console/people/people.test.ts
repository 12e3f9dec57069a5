import { expect, test } from "vitest";
import { startServer, type TestServer } from "../../../harness/server.ts";
import { person } from "../../access/log-in.ts";
import { logInConsole, openConsoleAs } from "../log-in.ts";

const LOGIN = "/api/pwa-auth/login-password";

async function findUserId(server: TestServer, userName: string): Promise<number> {
  const { body } = await (await server.as("admin")).get(`/api/users?q=${userName}`);
  return body.find((one: { userName: string }) => one.userName === userName).oid;
}

test("a user is added, with the server's errors at their fields; a user who was added elsewhere appears", async () => {
  const { server, page } = await openConsoleAs("admin", "/people");
  await page.getByRole("link", { name: "Ina Mala" }).waitFor();
  await page.getByText("5 people, 4 active").waitFor();
  await (await server.as("admin")).post("/api/users", {
    userName: "elsewhere",
    firstName: "Else",
    lastName: "Where",
    roles: ["User"],
  });
  await page.getByRole("link", { name: "Else Where" }).waitFor();

  await page.getByRole("link", { name: "Add a person" }).click();
  await page.getByLabel("First name").fill("Nina");
  await page.getByLabel("User name").fill("nina");
  await page.getByLabel("New password").fill("short");
  await page.getByLabel("New PIN").fill("12");
  await page.keyboard.press("Enter");
  await page.getByText("must have at least 8 characters", { exact: true }).waitFor();
  await page.getByText("must be 4 to 6 digits", { exact: true }).waitFor();
  await page.getByText("Last name: is required · New password: must have at least 8 characters").waitFor();
  await expect.poll(() => page.getByLabel("Last name").getAttribute("aria-invalid")).toBe("true");
  await page.getByLabel("Last name").fill("Nová");
  await page.getByLabel("New password").fill("nina-password");
  await page.getByLabel("New PIN").fill("826415");
  await page.getByLabel("Manager").check();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Nina Nová" }).waitFor();
  await page.getByText("A PIN is set.").waitFor();
  const login = await server.anonymous.post(LOGIN, { userName: "nina", password: "nina-password" });
  expect(login.status).toBe(200);
  const { body } = await (await server.as("admin")).get("/api/users?q=nina");
  expect(body[0]).toMatchObject({ roles: ["Manager", "User"], hasPin: true, isActive: true });
});

test("a role that is given and taken back is no change", async () => {
  const server = await startServer();
  const { page } = await openConsoleAs("admin", `/people/3`, { server });
  await page.getByLabel("Manager").check();
  const changed = page.getByRole("button", { name: "Discard changes" });
  await changed.waitFor();
  await page.getByLabel("Manager").uncheck();
  await changed.waitFor({ state: "detached" });
});

test("a PIN is set and not shown again; a password is removed", async () => {
  const server = await startServer();
  const { page } = await openConsoleAs("admin", `/people/${await findUserId(server, "manager")}`, { server });
  const pin = page.getByLabel("New PIN");
  await pin.fill("12a");
  await page.getByRole("button", { name: "Set PIN" }).click();
  await page.getByText("must be 4 to 6 digits").waitFor();
  await pin.fill("826415");
  await page.getByRole("button", { name: "Set PIN" }).click();
  await page.getByText("PIN set for Max Dvorak.").waitFor();
  await expect.poll(() => page.locator("body").innerHTML()).not.toContain("826415");
  await expect.poll(() => pin.inputValue()).toBe("");
  const { status } = await server.anonymous.post("/api/pwa-auth/login", { userId: 2, pin: "826415" });
  expect(status).toBe(200);

  await page.getByRole("button", { name: "Remove password" }).click();
  await page.getByText("This person is logged out everywhere").waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Remove password" }).click();
  await page.getByText("No password:").waitFor();
  const { password } = person("manager");
  expect((await server.anonymous.post(LOGIN, { userName: "manager", password })).status).toBe(401);
});

test("a deactivated user is logged out at once, as announced; Undo reactivates, but not once another Admin has changed the state", async () => {
  const server = await startServer();
  const manager = await server.as("manager");
  for (const [kind, deviceName] of [
    ["terminal", "Gate 1"],
    ["personal", "Phone"],
  ]) {
    const { body } = await manager.post("/api/device-auth/generate-code", { kind });
    await server.anonymous.post("/api/device-auth/activate", { code: body.code, deviceName });
  }
  const { page } = await openConsoleAs("admin", `/people/${await findUserId(server, "manager")}`, { server });
  await page.getByText("1 paired device").waitFor();
  await page.getByRole("button", { name: "Deactivate" }).click();
  await page.getByText("1 paired device stops working until the account is active again.").waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Deactivate" }).click();
  const undo = page.getByRole("button", { name: "Undo" });
  // Under the pointer it stays longer than ten seconds.
  await undo.hover();
  await page.getByText("The account is inactive").waitFor();
  expect((await manager.get("/api/me")).status).toBe(401);
  await undo.click();
  await page.getByText("The account is active.").waitFor();

  const admin = await server.as("admin");
  const path = `/api/users/${await findUserId(server, "manager")}`;
  await page.getByRole("button", { name: "Deactivate" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Deactivate" }).click();
  await undo.hover();
  await page.getByText("The account is inactive").waitFor();
  await admin.put(path, { isActive: true });
  await admin.put(path, { isActive: false });
  await undo.click();
  await page.locator("#toasts > [role=alert]").waitFor();
  expect((await admin.get(path)).body.isActive).toBe(false);
});

test("a Manager has no access to users and devices; a user of another tenant is unknown", async () => {
  const { server, consolePage } = await openConsoleAs("manager", "/people");
  await consolePage.page.getByText("You don't have access to this").waitFor();
  await logInConsole(consolePage, server, "admin2", "/people/2");
  await consolePage.page.getByText("This record no longer exists.").waitFor();
});
