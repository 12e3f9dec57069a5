import { isIP } from "node:net";
import { type FieldError, Invalid } from "../domain/errors.ts";
import { type Message, msg } from "../domain/message.ts";
import type { AddressRule } from "./address-rules.ts";

/** Ports below are those of services that a request could confuse (WHATWG Fetch, port blocking), besides 80 and 443. */
const FIRST_FREE_PORT = 1024;

/** Printers print whatever reaches these ports (docs/operate/network.md). A site may allow others for printers. */
const isPrinterPort = (port: number) => port === 6101 || (port >= 9100 && port <= 9109);

/** The host of a URL as a socket needs it: an IPv6 address without brackets. */
export const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, "");

/** The port of a URL, also where it is the protocol's own. */
const portOf = ({ port, protocol }: URL) => Number(port || (protocol === "https:" ? 443 : 80));

/**
 * Checks the address of a webhook before it is saved, and returns its normal form. A name is resolved at each connection only.
 * Throws Invalid.
 */
export function checkUrl(text: string, allowsAddress: AddressRule): string {
  const url = URL.parse(text);
  const error = url === null ? NO_URL : errorIn(url, allowsAddress);
  if (error !== null) throw Invalid.fields([{ path: "url", text: error } satisfies FieldError]);
  return url?.href ?? text;
}

const NO_URL = msg("must be an address that begins with https:// or http://");

function errorIn(url: URL, allowsAddress: AddressRule): Message | null {
  const isSecure = url.protocol === "https:";
  if (!isSecure && url.protocol !== "http:") return NO_URL;
  if (url.username !== "" || url.password !== "" || url.hash !== "")
    return msg("must not contain a user name, a password or a fragment");
  const port = portOf(url);
  const isFree = port === 80 || port === 443 || port >= FIRST_FREE_PORT;
  if (!isFree || isPrinterPort(port))
    return msg("must have the port 80, 443 or one from 1024 that is not a printer's");
  const host = hostOf(url);
  if (isLocalhost(host)) return OWN;
  if (isIP(host) === 0) return null;
  if (!allowsAddress(host, true)) return OWN;
  return allowsAddress(host, isSecure) ? null : msg("must begin with https:// outside this site's network");
}

const OWN = msg("must not be the server itself, nor a loopback, link-local, multicast or metadata address");

/** RFC 6761 §6.3. The rule of the addresses refuses it too: this is for the message. */
const isLocalhost = (host: string) => /(?:^|\.)localhost\.?$/i.test(host);
