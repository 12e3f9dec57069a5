import { switchTorchOff } from "./camera-controls.ts";
import { closeCamera, NoCamera, openCamera } from "./camera-stream.ts";
import { newDetector } from "./detector.ts";
import { newSight } from "./in-sight.ts";
import { takeCaptured } from "./source.ts";

// Between two looks the page has time for everything else.
const REST_MS = 120;

/** The camera at work. */
export interface CameraScanning {
  readonly stream: MediaStream;
  /** Lets the camera go. */
  stop(): void;
}

/** Shows the camera's picture and takes each code that comes into it as a scan. Throws NoCamera. */
export async function scanByCamera(
  video: HTMLVideoElement,
  onBroken: (error: unknown) => void,
): Promise<CameraScanning> {
  const stream = await openCamera();
  const detector = await newDetector().catch((error: unknown) => {
    closeCamera(stream);
    throw new NoCamera("tooOld", String(error));
  });
  const isNew = newSight();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;

  const look = async () => {
    const at = performance.now();
    const found = video.readyState < video.HAVE_CURRENT_DATA ? [] : await detector.detect(video);
    if (isStopped) return;
    const codes = isNew(
      found.map(({ rawValue }) => rawValue),
      at,
    );
    for (const raw of codes) takeCaptured(seen(raw, at));
    lookSoon();
  };
  const lookSoon = () => {
    timer = setTimeout(() => look().catch(broken), REST_MS);
  };
  const stop = () => {
    isStopped = true;
    clearTimeout(timer);
    switchTorchOff(stream);
    closeCamera(stream);
    video.srcObject = null;
  };
  const broken = (error: unknown) => {
    stop();
    onBroken(error);
  };

  video.srcObject = stream;
  try {
    await video.play();
  } catch (error) {
    // The screen was left meanwhile.
    stop();
    throw error;
  }
  lookSoon();
  return { stream, stop };
}

const seen = (raw: string, at: number) =>
  ({
    raw,
    ending: "camera",
    startedAt: at,
    endedAt: performance.now(),
    longestGap: 0,
    isStray: false,
  }) as const;
