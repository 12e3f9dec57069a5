// Judges the API description of a running server by Redocly's recommended rules and Spectral's rules for OpenAPI. A warning
// is a failure. Ends with the line `N passed, N failed`.
import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { createConfig, lint } from "@redocly/openapi-core";
import spectralCore from "@stoplight/spectral-core";
import spectralParsers from "@stoplight/spectral-parsers";
import spectralRulesets from "@stoplight/spectral-rulesets";

interface Finding {
  readonly rule: string;
  readonly message: string;
}

async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "tallybox-description-"));
  try {
    const text = await descriptionOf(join(folder, "data"));
    const file = join(folder, "openapi.json");
    await writeFile(file, text);
    let failed = 0;
    for (const [name, findings] of [
      ["Redocly, recommended", await byRedocly(file)],
      ["Spectral, oas", await bySpectral(text)],
    ] as const) {
      process.stdout.write(`  ${findings.length === 0 ? "ok " : "NOT"}  ${name}\n`);
      for (const { rule, message } of findings) process.stdout.write(`       ${rule}: ${message}\n`);
      if (findings.length > 0) failed += 1;
    }
    process.stdout.write(`${2 - failed} passed, ${failed} failed\n`);
    process.exitCode = failed === 0 ? 0 : 1;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The description of a server on this new data folder, as JSON text. */
async function descriptionOf(dataFolder: string): Promise<string> {
  const env = { ...process.env, DATA_DIR: dataFolder, HOST: "127.0.0.1", PORT: "0", MDNS_ENABLED: "false" };
  const server = spawn(process.execPath, ["dist/server/main.js"], {
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise((resolve) => server.once("exit", resolve));
  try {
    for await (const line of createInterface({ input: server.stdout })) {
      const url = /^ready (\S+)/.exec(line)?.[1];
      if (url !== undefined) return await (await fetch(`${url}/api/openapi.json`)).text();
    }
    throw new Error("the server ended before it was ready");
  } finally {
    server.kill();
    await ended;
  }
}

async function byRedocly(file: string): Promise<Finding[]> {
  // The contract has paths such as /inventories/items/{id} beside /inventories/{id}/items. The server distinguishes them.
  const rules = { "no-ambiguous-paths": "off" } as const;
  const config = await createConfig({ extends: ["recommended"], rules });
  return (await lint({ ref: file, config })).map(({ ruleId, message, location }) => ({
    rule: ruleId,
    message: `${message} (${location[0]?.pointer ?? ""})`,
  }));
}

async function bySpectral(text: string): Promise<Finding[]> {
  const spectral = new spectralCore.Spectral();
  spectral.setRuleset(spectralRulesets.oas);
  const found = await spectral.run(new spectralCore.Document(text, spectralParsers.Json));
  return found.map(({ code, message, path }) => ({
    rule: String(code),
    message: `${message} (${path.join("/")})`,
  }));
}

await main();
