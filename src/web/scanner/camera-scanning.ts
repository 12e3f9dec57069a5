import { switchTorchOff } from "./camera-controls.ts";
import { closeCamera, NoCamera, openCamera } from "./camera-stream.ts";
import { newDetector } from "./detector.ts";
import { newCodeFilter } from "./new-codes.ts";
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
