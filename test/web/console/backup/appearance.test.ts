import { expect, test } from "vitest";
import type { BackupTarget } from "../../../../src/web/api/types/endpoints.d.ts";
import { needsRestic } from "../../../backup/targets/targets.ts";
import { openConsole } from "../../../harness/console.ts";
import { startServer } from "../../../harness/server.ts";
import { expectAccessibleLayout } from "../appearance.ts";
import { logInConsole } from "../log-in.ts";
import { newTarget, sampleProof, sampleRun, sampleTarget } from "./sample-targets.ts";

// Without the program there is no form.
needsRestic();

/** Each state of a target, and a text that only it has. */
const STATES: readonly (readonly [target: Partial<BackupTarget>, text: string | RegExp])[] = [
  [{}, /^The newest backup has everything up to/],
  [{ ...newTarget() }, /^No backup was made yet\. The first one begins at/],
  [{ ...newTarget(), state: "running", progress: 0.42 }, "42% backed up"],
  [{ state: "overdue" }, /^The backup is late/],
  [{ state: "paused", pause: "user", isActive: false }, /^No new backups are made\./],
  [{ state: "paused", pause: "restored", isActive: false }, /two servers must not write to one place/],
  [{ proof: null }, /^It was never restored as a test\. The server does so at/],
  [{ isProving: true }, /^The newest backup is being restored as a test/],
  [
    { proof: sampleProof({ isWhole: false, problems: ["A photo is missing."], total: 1 }) },
    "A photo is missing.",
  ],
  [
    { proofError: { at: sampleRun().endedDT, error: "noSpace", detail: null } },
    /The last test restore could not be made\. This server has too little free space/,
  ],
  [
    { state: "failed", lastRun: sampleRun({ error: "blocked", detail: "connect: operation not permitted" }) },
    "sudo /opt/tallybox/current/scripts/allow-address backup.example.com",
  ],
];
const DESTINATION = {
  kind: "sftp",
  ...{ host: "backup.example.com", port: 22, user: "tallybox", path: "backups" },
  hostKey: "ssh-ed25519 AAAA",
} as const;
const TARGETS = STATES.map(([given], index) =>
  sampleTarget({ ...given, oid: index + 1, name: `Target ${index + 1}`, destination: DESTINATION }),
);

test.each([
  ["en", 1280, ["light", "dark"]],
  ["cs", 390, ["dark"]],
] as const)(
  "every state of a target has its own text, and fits in %s at %i px",
  async (language, width, schemes) => {
    const server = await startServer();
    const consolePage = await openConsole({ language, width });
    const { page } = consolePage;
    await page.route("**/api/backup/targets", (route) => route.fulfill({ json: TARGETS }));
    await page.route("**/api/backup/targets/1", (route) => route.fulfill({ json: TARGETS[0] }));
    await page.route("**/api/backup/targets/*/runs", (route) =>
      route.fulfill({ json: [sampleRun({ error: "unreachable", bytes: null }), sampleRun({ oid: 2 })] }),
    );
    await logInConsole(consolePage, server, "admin", "/system/backup");
    await page
      .getByRole("article")
      .nth(STATES.length - 1)
      .waitFor();
    if (language === "en")
      for (const [index, [, text]] of STATES.entries())
        await page
          .getByRole("article", { name: `Target ${index + 1}`, exact: true })
          .getByText(text)
          .waitFor();
    await expectAccessibleLayout(consolePage, `backup-${language}`, schemes);
    for (const [name, path, css] of [
      ["target", "/system/backup/1", "table"],
      ["new-target", "/system/backup/new", "form"],
      ["overview", "/overview", "#backup-now"],
    ]) {
      await consolePage.open(server.url, path);
      await page.locator(`main ${css}`).first().waitFor();
      await expectAccessibleLayout(consolePage, `backup-${name}-${language}`, schemes);
    }
  },
);

test("the overview names each target that needs attention, with a link to it", async () => {
  const server = await startServer();
  const consolePage = await openConsole();
  const { page } = consolePage;
  const bad = [
    sampleTarget({ oid: 1, name: "Cloud", state: "failed", lastRun: sampleRun({ error: "targetFull" }) }),
    sampleTarget({ oid: 2, name: "NAS", state: "overdue", isProofDue: true }),
    sampleTarget({ oid: 3, name: "Good" }),
  ];
  await page.route("**/api/backup/targets", (route) => route.fulfill({ json: bad }));
  await logInConsole(consolePage, server, "admin", "/overview");
  const list = page.getByRole("region", { name: "Needs attention" });
  const linkOf = (name: string | RegExp) => list.getByRole("link", { name }).getAttribute("href");
  await expect
    .poll(() => linkOf(/^The backup to Cloud failed\. The target is full/))
    .toBe("#/system/backup/1");
  await expect.poll(() => linkOf(/^The backup to NAS is late/)).toBe("#/system/backup/2");
  await expect.poll(() => linkOf(/^The backups at NAS are unproven/)).toBe("#/system/backup/2");
  await expect.poll(() => list.getByText("Good").count()).toBe(0);
});
