/** Why the camera can't be used. */
export type CameraTrouble = "insecure" | "denied" | "none" | "inUse" | "tooOld" | "broken";

/** Thrown when the camera can't be used. */
export class NoCamera extends Error {
  readonly trouble: CameraTrouble;
  constructor(trouble: CameraTrouble, reason = "") {
    super(`${trouble}: ${reason}`);
    this.trouble = trouble;
  }
}

const TROUBLES: Readonly<Record<string, CameraTrouble>> = {
  NotAllowedError: "denied",
  SecurityError: "denied",
  NotFoundError: "none",
  OverconstrainedError: "none",
  NotReadableError: "inUse",
  AbortError: "inUse",
};

/** Opens the rear camera. Throws NoCamera. */
export async function openCamera(): Promise<MediaStream> {
  // Browsers offer the camera in secure contexts only.
  if (!window.isSecureContext) throw new NoCamera("insecure");
  if (navigator.mediaDevices === undefined) throw new NoCamera("none");
  try {
    return await navigator.mediaDevices.getUserMedia({
      video: { facingMode: { ideal: "environment" }, width: { ideal: 1280 }, height: { ideal: 720 } },
    });
  } catch (error) {
    const name = error instanceof DOMException ? error.name : "";
    throw new NoCamera(TROUBLES[name] ?? "broken", String(error));
  }
}

/** Stops the camera. */
export function closeCamera(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}
