"use client";

import { Download, WrapText } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { IconButton } from "@/components/ui/icon-button";
import { saveFile } from "@/components/ui/save-file";

type Props = {
  label: string;
  bytes: Uint8Array<ArrayBuffer>;
  /** Text of the copy button. */
  text: string;
  fileName: string;
  /** Absent where there is no choice. */
  pretty: boolean | undefined;
  onPretty: (pretty: boolean) => void;
  wrap: boolean | undefined;
  onWrap: (wrap: boolean) => void;
  children: ReactNode;
};

/** Description of a body with its view, copy and download controls. */
export function BodyTools(props: Props) {
  const { label, bytes, text, fileName, pretty, onPretty, wrap, onWrap, children } = props;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-t-md border-line border-b bg-raised py-1 pr-1.5 pl-3">
      <p className="mr-auto text-faint text-sm">{children}</p>
      <div className="flex flex-wrap items-center gap-1 print:hidden">
        {pretty !== undefined && (
          <>
            <Toggle on={pretty} onClick={() => onPretty(true)} name={`Pretty ${label}`}>
              Pretty
            </Toggle>
            <Toggle on={!pretty} onClick={() => onPretty(false)} name={`Raw ${label}`}>
              Raw
            </Toggle>
          </>
        )}
        {wrap !== undefined && (
          <Toggle on={wrap} onClick={() => onWrap(!wrap)} name={`Wrap lines of ${label}`}>
            <WrapText aria-hidden="true" />
          </Toggle>
        )}
        <CopyButton text={text} label={`Copy ${label}`} />
        <IconButton
          icon={Download}
          name={`Download ${label}`}
          onClick={() => saveFile(fileName, bytes)}
        />
      </div>
    </div>
  );
}

type ToggleProps = { on: boolean; onClick: () => void; name: string; children: ReactNode };

function Toggle({ on, onClick, name, children }: ToggleProps) {
  return (
    <Button
      look="quiet"
      size="small"
      shape="tight"
      aria-pressed={on}
      aria-label={name}
      title={name}
      onClick={onClick}
      className="aria-pressed:bg-accent-wash aria-pressed:text-accent"
    >
      {children}
    </Button>
  );
}
