import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { type Message, msg } from "../../domain/message.ts";
import { isCovered } from "../api/screen-cover.ts";
import { number, t } from "../i18n/translate.ts";
import { Banner } from "../ui/banner.tsx";
import { Button, IconButton } from "../ui/button.tsx";
import {
  applySettings,
  type CameraSettings,
  chosenSettings,
  controlsOf,
  INITIAL_SETTINGS,
  switchTorchOff,
  type ZoomLevel,
} from "./camera-controls.ts";
import "./camera.css";
import { reportError } from "../errors/report-error.ts";
import { newCodeFilter, newDetector } from "./detector.ts";
import { takeCaptured } from "./scans.ts";

/** The picture of the camera as a scanner, with a button that closes and opens it. Without `isOpenAtFirst`, nobody is filmed before it is tapped. */
export function Camera({ isOpenAtFirst = false }: { readonly isOpenAtFirst?: boolean }) {
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  const [trouble, setTrouble] = useState<CameraTrouble | null>(null);
  const toggle = () => {
    setTrouble(null);
    setOpen(!isOpen);
  };
  return (
    <div class="camera">
      {isOpen && (
        <Viewfinder
          onTrouble={(found) => {
            setTrouble(found);
            setOpen(false);
          }}
        />
      )}
      <div role="status">
        {trouble !== null && (
          <Banner tone="warning">
            {t(TROUBLE_TEXTS[trouble])}{" "}
            {trouble === "insecure" && <a href="/trust">{t(msg("How to get HTTPS here"))}</a>}
          </Banner>
        )}
      </div>
      <Button icon={isOpen ? "cross" : "camera"} aria-pressed={isOpen} onClick={toggle}>
        {t(isOpen ? msg("Close the camera") : msg("Scan with the camera"))}
      </Button>
    </div>
  );
}

function Viewfinder({ onTrouble }: { readonly onTrouble: (trouble: CameraTrouble) => void }) {
  const video = useRef<HTMLVideoElement>(null);
  const [stream, setStream] = useState<MediaStream | null>(null);
  // The camera stays off under the lock screen.
  const isShown = useShown() && !isCovered.value;
  useEffect(() => {
    const element = video.current;
    if (element === null || !isShown) return undefined;
    let scanning: CameraScanning | null = null;
    let isUnmounted = false;
    const fail = (error: unknown) => {
      if (!isUnmounted) onTrouble(error instanceof NoCamera ? error.trouble : "broken");
    };
    scanByCamera(element, fail).then((started) => {
      scanning = started;
      // Unmounted while the browser asked for permission.
      if (isUnmounted) started.stop();
      else setStream(started.stream);
    }, fail);
    return () => {
      isUnmounted = true;
      scanning?.stop();
      setStream(null);
    };
  }, [isShown]);
  return (
    <div class="viewfinder">
      <video ref={video} muted playsInline aria-label={t(msg("What the camera sees"))} />
      {stream !== null && <CameraButtons stream={stream} />}
    </div>
  );
}

/** Whether the page is visible. A hidden page stops the camera, for privacy and battery. */
function useShown(): boolean {
  const [isShown, setShown] = useState(!document.hidden);
  useLayoutEffect(() => {
    const update = () => setShown(!document.hidden);
    document.addEventListener("visibilitychange", update);
    return () => document.removeEventListener("visibilitychange", update);
  }, []);
  return isShown;
}

const TROUBLE_TEXTS: Readonly<Record<CameraTrouble, Message>> = {
  insecure: msg("The browser gives its camera only to pages that come over HTTPS."),
  denied: msg("The camera was refused. Allow it in the browser's settings of this page."),
  none: msg("This device has no camera."),
  inUse: msg("Another app is using the camera. Close it."),
  tooOld: msg("This browser is too old to read codes with the camera. The scanner works."),
  broken: msg("The camera does not work: try again."),
};

type Control = "torch" | "zoom";

/** Buttons for torch and zoom, where the camera supports them. A control that failed is disabled. */
function CameraButtons({ stream }: { readonly stream: MediaStream }) {
  const controls = useMemo(() => controlsOf(stream), [stream]);
  const [settings, setSettings] = useState(INITIAL_SETTINGS);
  const [failed, setFailed] = useState<readonly Control[]>([]);
  const latestFailed = useRef(failed);
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    restore().catch(reportError);
  }, [stream]);

  /** Restores the last settings one by one, because each may fail. */
  async function restore(): Promise<void> {
    const { isTorchOn, zoomFactor } = chosenSettings.peek();
    let now = INITIAL_SETTINGS;
    if (controls.zoomLevels.some(({ factor }) => factor === zoomFactor && factor !== 1))
      now = await change("zoom", now, { ...now, zoomFactor });
    if (isTorchOn && controls.hasTorch) await change("torch", now, { ...now, isTorchOn });
  }

  async function change(
    control: Control,
    before: CameraSettings,
    next: CameraSettings,
  ): Promise<CameraSettings> {
    setBusy(true);
    try {
      const isUsable = (one: Control) => one === control || !latestFailed.current.includes(one);
      const usable = {
        hasTorch: controls.hasTorch && isUsable("torch"),
        zoomLevels: isUsable("zoom") ? controls.zoomLevels : [],
      };
      await applySettings(stream, usable, next);
      setSettings(next);
      return next;
    } catch {
      // Shown below the buttons, and not tried again.
      latestFailed.current = [...latestFailed.current, control];
      setFailed(latestFailed.current);
      return before;
    } finally {
      setBusy(false);
    }
  }
  const choose = (control: Control, chosen: Partial<CameraSettings>) => {
    chosenSettings.value = { ...chosenSettings.peek(), ...chosen };
    return change(control, settings, { ...settings, ...chosen });
  };
  const isOff = (control: Control) => isBusy || failed.includes(control);

  const { hasTorch, zoomLevels } = controls;
  if (!hasTorch && zoomLevels.length === 0) return null;
  return (
    <>
      <div class="camera-buttons">
        {hasTorch && (
          <Button
            icon="light"
            aria-pressed={settings.isTorchOn}
            disabled={isOff("torch")}
            onClick={() => choose("torch", { isTorchOn: !settings.isTorchOn })}
          >
            {t(settings.isTorchOn ? msg("Light off") : msg("Light on"))}
          </Button>
        )}
        {zoomLevels.length > 0 && (
          <Zoom
            levels={zoomLevels}
            factor={settings.zoomFactor}
            isOff={isOff("zoom")}
            onFactor={(zoomFactor) => choose("zoom", { zoomFactor })}
          />
        )}
      </div>
      <div role="status">
        {failed.includes("torch") && (
          <p class="error-text">{t(msg("The camera refused to switch its light."))}</p>
        )}
        {failed.includes("zoom") && <p class="error-text">{t(msg("The camera refused to zoom."))}</p>}
      </div>
    </>
  );
}

const ONE_DECIMAL = { maximumFractionDigits: 1 };

interface ZoomProps {
  readonly levels: readonly ZoomLevel[];
  readonly factor: number;
  readonly isOff: boolean;
  readonly onFactor: (factor: number) => void;
}

function Zoom({ levels, factor, isOff, onFactor }: ZoomProps) {
  const at = levels.findIndex((level) => level.factor === factor);
  return (
    <div class="zoom">
      <Step icon="minus" name={t(msg("Zoom out"))} to={levels[at - 1]} isOff={isOff} onFactor={onFactor} />
      <output aria-label={t(msg("Zoom"))}>{number(factor, ONE_DECIMAL)}×</output>
      <Step icon="plus" name={t(msg("Zoom in"))} to={levels[at + 1]} isOff={isOff} onFactor={onFactor} />
    </div>
  );
}

interface StepProps extends Pick<ZoomProps, "isOff" | "onFactor"> {
  readonly icon: "minus" | "plus";
  readonly name: string;
  readonly to: ZoomLevel | undefined;
}

function Step({ icon, name, to, isOff, onFactor }: StepProps) {
  return (
    <IconButton
      kind="secondary"
      icon={icon}
      label={name}
      disabled={isOff || to === undefined}
      onClick={() => to !== undefined && onFactor(to.factor)}
    />
  );
}

// Pause between two detections, for other work of the page.
const PAUSE_MS = 120;

/** A running camera scanner. */
interface CameraScanning {
  readonly stream: MediaStream;
  /** Stops the camera. */
  stop(): void;
}

/** Shows the camera's picture and reports each new code as a scan. Throws NoCamera. */
async function scanByCamera(
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
type CameraTrouble = "insecure" | "denied" | "none" | "inUse" | "tooOld" | "broken";

/** Thrown when the camera can't be used. */
class NoCamera extends Error {
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
