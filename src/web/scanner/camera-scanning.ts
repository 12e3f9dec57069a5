import { switchTorchOff } from "./camera-controls.ts";
import { newCodeFilter, newDetector } from "./detector.ts";
import { takeCaptured } from "./source.ts";

// Pause between two detections, for other work of the page.
const PAUSE_MS = 120;

/** A running camera scanner. */
export interface CameraScanning {
  readonly stream: MediaStream;
  /** Stops the camera. */
  stop(): void;
}

/** Shows the camera's picture and reports each new code as a scan. Throws NoCamera. */
export async function scanByCamera(
  video: HTMLVideoElement,
  onBroken: (error: unknown) => void,
): Promise<CameraScanning> {
  const stream = await openCamera();
  const detector = await newDetector().catch((error: unknown) => {
    closeCamera(stream);
    throw new NoCamera("tooOld", String(error));
  });
  const isNew = newCodeFilter();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;

  const detect = async () => {
    const at = performance.now();
    const found = video.readyState < video.HAVE_CURRENT_DATA ? [] : await detector.detect(video);
    if (isStopped) return;
    const codes = isNew(
      found.map(({ rawValue }) => rawValue),
      at,
    );
    for (const raw of codes) takeCaptured(captured(raw, at));
    scheduleDetection();
  };
  const scheduleDetection = () => {
    timer = setTimeout(() => detect().catch(fail), PAUSE_MS);
  };
  const stop = () => {
    isStopped = true;
    clearTimeout(timer);
    switchTorchOff(stream);
    closeCamera(stream);
    video.srcObject = null;
  };
  const fail = (error: unknown) => {
    stop();
    onBroken(error);
  };

  video.srcObject = stream;
  try {
    await video.play();
  } catch (error) {
    // The screen was left in the meantime.
    stop();
    throw error;
  }
  scheduleDetection();
  return { stream, stop };
}

const captured = (raw: string, at: number) =>
  ({
    raw,
    ending: "camera",
    startedAt: at,
    endedAt: performance.now(),
    longestGap: 0,
    isStray: false,
  }) as const;

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
async function openCamera(): Promise<MediaStream> {
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
function closeCamera(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}
