import { describe, test } from "vitest";
import { startServerWithClock } from "../../harness/server.ts";
import { OLDEST, openTerminal } from "../../harness/terminal.ts";
import { patiently } from "../../security/login-attempts.ts";
import { pairDevice } from "../../security/terminal.ts";
import { pairByAddress, person, typePin } from "./log-in.ts";

const user = person("user");

describe.each(OLDEST)("a locked PIN in %s", (browser) => {
  test("shows how to unlock it instead of a countdown", async () => {
    const { clock, server } = await startServerWithClock();
    const other = await pairDevice(server, "both");
    await patiently(clock, 10, () => other.pin(3, "8001"));
    const terminal = await openTerminal({ browser });
    await pairByAddress(terminal, server);
    await terminal.tap(user.fullName);
    await typePin(terminal, user.pin);
    await terminal.see("This PIN is locked after too many wrong attempts.");
    await terminal.see("ask an administrator to unlock it");
    await (await server.as("admin")).put("/api/users/3/unlock");
    await typePin(terminal, user.pin);
    await terminal.until("location.hash === '#/count'");
  });
});
