import { mkdirSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { bodyParser } from "@koa/bodyparser";
import { Router } from "@koa/router";
import Koa from "koa";
import { files } from "../data/shape.ts";
import { articleRoutes } from "./articles.ts";
import { authenticate, type User } from "./auth.ts";
import { openDatabase } from "./database.ts";
import { itemRoutes } from "./items.ts";
import { photoRoutes } from "./photos.ts";

// Bare Koa: a straightforward program with the usual packages.

const { DATA_DIR = ".", JWT_SECRET_KEY = "" } = process.env;
const photos = join(DATA_DIR, "photos");
mkdirSync(photos, { recursive: true });

const db = openDatabase(join(DATA_DIR, files.database));
const app = new Koa<{ user: User }>();
const router = new Router<{ user: User }>();
articleRoutes(router, db);
itemRoutes(router, db);
photoRoutes(router, db, photos);
app.use(authenticate(JWT_SECRET_KEY));
app.use(bodyParser());
app.use(router.routes());

const server = app.listen(0, "127.0.0.1", () => {
  process.stdout.write(`ready http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
// Above the time that a million articles hold the loop: an idle limit that fires then closes busy connections.
server.keepAliveTimeout = 65_000;
process.on("SIGTERM", () => process.exit(0));
