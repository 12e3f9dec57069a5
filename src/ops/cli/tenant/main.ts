import { hashSecret } from "../../../access/login/secrets.ts";
import { DomainError } from "../../../domain/errors.ts";
import { type Config, readConfig } from "../../../platform/config.ts";
import { EXIT, StartupError, startupErrorKindOf } from "../../../platform/startup-error.ts";
import { readSettings } from "../../../settings/settings.ts";
import { INSTALLED_UNDER, RELEASE_FOLDER, serviceEnvironment } from "../../systemd/installed.ts";
import { beside, demandStopped, goTo, inStorage, whoWorks } from "./folder.ts";
import { type Options, readOptions } from "./options.ts";
import { askPassword } from "./password.ts";
import { adminToReset, resetAdminWith } from "./reset-admin.ts";
import { addTenantWith, type Tenant, tenantsOf } from "./tenants.ts";

// Tenants are made on the box itself: whoever may run this owns it, and nobody in the network can.

const tell = (line: string) => void process.stdout.write(`${line}\n`);

async function add(config: Config, asked: Extract<Options, { command: "add" }>): Promise<void> {
  demandStopped(config.dataFolder);
  const password = await askPassword(asked.user);
  const passwordHash = await hashSecret(password.text);
  const oid = await inStorage(config, async (storage) => {
    const names = { userName: asked.user, firstName: asked.first, lastName: asked.last };
    const made = await storage.write(null, (tx) =>
      addTenantWith(
        tx,
        asked.name,
        { ...names, passwordHash, pinHash: null },
        asked.language ?? readSettings(tx).settings.language,
      ),
    );
    await storage.durable();
    return made;
  });
  tell(`Tenant ${asked.name} was added. Its administrator is ${asked.user} (user ${oid}).`);
  if (password.isMade) tell(`password, shown only now: ${password.text}`);
}

async function resetAdmin(config: Config, userName: string | null): Promise<void> {
  demandStopped(config.dataFolder);
  await inStorage(config, async (storage) => {
    const admin = adminToReset(storage.db, userName);
    const password = await askPassword(admin.userName);
    const passwordHash = await hashSecret(password.text);
    await storage.write(null, (tx) => resetAdminWith(tx, admin, passwordHash));
    await storage.durable();
    const { fullName, oid, tenant } = admin;
    tell(
      `${admin.userName} (${fullName}, user ${oid}, tenant ${tenant}) has a new password and is an active administrator. Two-step login is off, earlier logins and lock-outs are ended.`,
    );
    if (password.isMade) tell(`password, shown only now: ${password.text}`);
  });
}

async function list(config: Config): Promise<readonly Tenant[]> {
  if (whoWorks(config.dataFolder) !== null) return beside(config.dataFolder, tenantsOf);
  return inStorage(config, async ({ db }) => tenantsOf(db));
}

const describe = ({ oid, name, users, admins }: Tenant) =>
  `${oid}  ${name}  (users: ${users}; administrators: ${admins ?? "none"})`;

try {
  process.umask(0o077);
  const options = readOptions(process.argv.slice(2));
  const isInstalled = RELEASE_FOLDER.startsWith(`${INSTALLED_UNDER}/`);
  const { config } = readConfig(isInstalled ? serviceEnvironment() : process.env);
  goTo(config.dataFolder);
  if (options.command === "add") await add(config, options);
  else if (options.command === "reset-admin") await resetAdmin(config, options.user);
  else for (const tenant of await list(config)) tell(describe(tenant));
} catch (error) {
  const reason = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${reason.replaceAll("\n", " ")}\n`);
  if (error instanceof StartupError) process.exitCode = error.status;
  else
    process.exitCode =
      error instanceof DomainError ? EXIT.setting : EXIT[startupErrorKindOf(error) ?? "setting"];
}
