import type { X509Certificate } from "node:crypto";
import { commonNameOf, fingerprintOf } from "./ca-files.ts";

/**
 * The CA as an unsigned Apple configuration profile (Apple, "Certificate Root payload settings"). Safari passes a profile to
 * the system; some of its releases only save a bare certificate as a file. The ids come from the certificate, so that a second
 * installation replaces the first one.
 */
export function appleProfile(certificate: X509Certificate): string {
  const digits = fingerprintOf(certificate).toUpperCase();
  const name = commonNameOf(certificate);
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>PayloadType</key><string>Configuration</string>
  <key>PayloadVersion</key><integer>1</integer>
  <key>PayloadIdentifier</key><string>local.tallybox.ca.${digits.slice(0, 16)}</string>
  <key>PayloadUUID</key><string>${uuidOf(digits.slice(0, 32))}</string>
  <key>PayloadDisplayName</key><string>${name}</string>
  <key>PayloadContent</key>
  <array>
    <dict>
      <key>PayloadType</key><string>com.apple.security.root</string>
      <key>PayloadVersion</key><integer>1</integer>
      <key>PayloadIdentifier</key><string>local.tallybox.ca.${digits.slice(0, 16)}.root</string>
      <key>PayloadUUID</key><string>${uuidOf(digits.slice(32))}</string>
      <key>PayloadDisplayName</key><string>${name}</string>
      <key>PayloadContent</key><data>${certificate.raw.toString("base64")}</data>
    </dict>
  </array>
</dict>
</plist>
`;
}

function uuidOf(digits: string): string {
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
