import { useEffect, useRef, useState } from "preact/hooks";
import { type Message, msg } from "../../domain/message.ts";
import { isCovered } from "../api/screen-cover.ts";
import { t } from "../i18n/translate.ts";
import { Banner } from "../ui/banner.tsx";
import { Button } from "../ui/button.tsx";
import { CameraButtons } from "./camera-buttons.tsx";
import { type CameraScanning, type CameraTrouble, NoCamera, scanByCamera } from "./camera-scanning.ts";
import "./camera.css";

/** A button that opens the camera as a scanner, and its picture. */
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
            {t(TROUBLES[trouble])}{" "}
            {trouble === "insecure" && <a href="/trust">{t(msg("How to get HTTPS here"))}</a>}
          </Banner>
        )}
      </div>
      <Button kind="secondary" icon={isOpen ? "cross" : "camera"} aria-pressed={isOpen} onClick={toggle}>
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
  useEffect(() => {
    const update = () => setShown(!document.hidden);
    document.addEventListener("visibilitychange", update);
    return () => document.removeEventListener("visibilitychange", update);
  }, []);
  return isShown;
}

const TROUBLES: Readonly<Record<CameraTrouble, Message>> = {
  insecure: msg("The browser gives its camera only to pages that come over HTTPS."),
  denied: msg("The camera was refused. Allow it in the browser's settings of this page."),
  none: msg("This device has no camera."),
  inUse: msg("Another app is using the camera. Close it."),
  tooOld: msg("This browser is too old to read codes with the camera. The scanner works."),
  broken: msg("The camera does not work: try again."),
};
