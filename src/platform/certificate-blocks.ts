import { X509Certificate } from "node:crypto";

/** Parses the first certificate of a PEM text; null where it is not valid. */
export function parseCertificate(pem: string): X509Certificate | null {
  try {
    return new X509Certificate(pem);
  } catch {
    return null;
  }
}

/** The certificates (PEM) in a text, with their first and last lines. */
export function certificateBlocks(text: string): string[] {
  const parts = text.split("-----");
  return parts.flatMap((part, index) => {
    const [content = "", end] = [parts[index + 1], parts[index + 2]];
    const isBlock = part === "BEGIN CERTIFICATE" && end === "END CERTIFICATE" && /^[^-]+$/.test(content);
    return isBlock ? [`-----${part}-----${content}-----${end}-----`] : [];
  });
}
