import { type ServerOptions, startServer, type TestServer } from "../harness/server.ts";
import { SECURELY } from "./remote-client.ts";

/** The settings of HTTPS that an Admin reads and changes. */
export const PATH = "/api/settings/https";
const settings = { HTTPS_PORT: "0", HTTP_TRUSTED_PROXIES: "127.0.0.1" };

/** A server with HTTPS that believes the address and protocol that a request of the test's host names. */
export const startSite = (options: ServerOptions = {}) =>
  startServer({ ...options, settings: { ...settings, ...options.settings } });

/** An Admin requires HTTPS, or allows HTTP again. */
export const require = async (server: TestServer, isRequired = true) =>
  (await server.as("admin")).put(PATH, { isRequired }, SECURELY);

/** What an Admin reads of the requirement, and of the terminals that use HTTP. */
export const shown = async (server: TestServer) =>
  (await (await server.as("admin")).get(PATH, SECURELY)).body;
