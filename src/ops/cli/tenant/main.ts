import { hashSecret } from "../../../access/secrets/secret-hash.ts";
import type { Config } from "../../../platform/config.ts";
import { readSettings } from "../../../settings/settings.ts";
import { reportFailure } from "../../command-line.ts";
import { readServerConfig } from "../../installation.ts";
import {
  assertStopped,
  describeHolder,
  enterDataFolder,
  withRunningDatabase,
  withStorage,
} from "./folder.ts";
import { askPassword, type Options, readOptions } from "./options.ts";
import { addTenantWith, findAdminToReset, listTenants, resetAdminWith, type Tenant } from "./tenants.ts";

// Program of scripts/tenant. Tenants are managed on the server's machine only, never through the network.

const printLine = (line: string) => void process.stdout.write(`${line}\n`);

async function add(config: Config, options: Extract<Options, { command: "add" }>): Promise<void> {
  assertStopped(config.dataFolder);
  const password = await askPassword(options.user);
  const passwordHash = await hashSecret(password.text);
  const oid = await withStorage(config, async (storage) => {
    const names = { userName: options.user, firstName: options.first, lastName: options.last };
    const adminOid = await storage.write(null, (tx) =>
      addTenantWith(
        tx,
        options.name,
        { ...names, passwordHash, pinHash: null },
        options.language ?? readSettings(tx).settings.language,
      ),
    );
    await storage.durable();
    return adminOid;
  });
  printLine(`Tenant ${options.name} was added. Its administrator is ${options.user} (user ${oid}).`);
  if (password.isGenerated) printLine(`Password, shown only now: ${password.text}`);
}

async function resetAdmin(config: Config, userName: string | null): Promise<void> {
  assertStopped(config.dataFolder);
  await withStorage(config, async (storage) => {
    const admin = findAdminToReset(storage.db, userName);
    const password = await askPassword(admin.userName);
    const passwordHash = await hashSecret(password.text);
    await storage.write(null, (tx) => resetAdminWith(tx, admin, passwordHash));
    await storage.durable();
    const { fullName, oid, tenant } = admin;
    printLine(
      `${admin.userName} (${fullName}, user ${oid}, tenant ${tenant}) has a new password and is an active administrator. Two-step login is off. Earlier logins, lock-outs, the pairing code and the personal devices are ended; shared terminals and the PIN stay.`,
    );
    if (password.isGenerated) printLine(`Password, shown only now: ${password.text}`);
  });
}

async function list(config: Config): Promise<readonly Tenant[]> {
  if (describeHolder(config.dataFolder) !== null) return withRunningDatabase(config.dataFolder, listTenants);
  return withStorage(config, async ({ db }) => listTenants(db));
}

const describe = ({ oid, name, users, admins }: Tenant) =>
  `${oid}  ${name}  (users: ${users}; administrators: ${admins ?? "none"})`;

try {
  process.umask(0o077);
  const options = readOptions(process.argv.slice(2));
  const { config } = readServerConfig();
  enterDataFolder(config.dataFolder);
  if (options.command === "add") await add(config, options);
  else if (options.command === "reset-admin") await resetAdmin(config, options.user);
  else for (const tenant of await list(config)) printLine(describe(tenant));
} catch (error) {
  process.exitCode = reportFailure(error);
}
