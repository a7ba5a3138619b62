"use client";

import { Search } from "lucide-react";
import { useRouter } from "next/navigation";
import { Dialog as Radix } from "radix-ui";
import { literal } from "@/components/ui/input";
import "@/components/ui/page-nonce";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { mayLeave } from "@/components/address/leave";
import { type Entry, optionId } from "./entry";
import { OptionList } from "./option-list";
import { type Next, useEntries } from "./use-entries";

type Props = { close: () => void; show: (next: Next) => void };

/** Command palette: finds pages, actions, webhooks and objects by id. */
export function Palette({ close, show }: Props) {
  return (
    <Radix.Root open onOpenChange={(open) => !open && close()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 flex items-start justify-center bg-veil p-4 pt-[12dvh]">
          <Radix.Content
            aria-describedby={undefined}
            className="w-full max-w-xl overflow-hidden rounded-xl bg-raised shadow-high"
          >
            <Radix.Title className="sr-only">Search or paste an id</Radix.Title>
            <Finder close={close} show={show} />
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  );
}

function Finder({ close, show }: Props) {
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const [chosen, setChosen] = useState(false);
  const list = useId();
  const { entries, looking } = useEntries(text, show);
  const { go, said } = useGo(close);
  const active = entries[Math.min(at, entries.length - 1)];

  // Enter waits for the search result, so that pasting and pressing Enter works.
  useEffect(() => {
    if (!chosen || looking) return;
    setChosen(false);
    if (active) go(active);
  }, [chosen, looking, active, go]);

  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === "Enter" && !event.nativeEvent.isComposing) setChosen(true);
    else if (step) setAt((at + step + entries.length) % Math.max(entries.length, 1));
    else return;
    event.preventDefault();
  };
  return (
    <>
      <div className="flex items-center gap-3 border-line border-b px-4">
        <Search aria-hidden="true" className="size-4 shrink-0 text-faint" />
        <input
          // biome-ignore lint/a11y/noAutofocus: the palette was opened to type in
          autoFocus
          role="combobox"
          aria-label="Search or paste an id"
          aria-expanded={entries.length > 0}
          aria-controls={list}
          aria-activedescendant={active && optionId(list, active)}
          autoComplete="off"
          {...literal}
          placeholder="Page, action, webhook, or any id"
          value={text}
          onChange={({ target }) => {
            setText(target.value);
            setAt(0);
            setChosen(false);
          }}
          onKeyDown={onKeyDown}
          className="h-13 w-full bg-transparent text-[1rem] outline-none"
        />
      </div>
      <OptionList
        id={list}
        entries={entries}
        active={active}
        choose={go}
        looking={looking}
        said={said}
      />
    </>
  );
}

/** Follows an entry. One that works is done once; if the palette is closed meanwhile, its result is not opened. */
function useGo(close: () => void) {
  const router = useRouter();
  const [said, setSaid] = useState<string>();
  const isWorking = useRef<boolean>(false);
  const isOpen = useRef<boolean>(false);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  const go = (entry: Entry) => {
    if (isWorking.current) return;
    if ("work" in entry) {
      setSaid(`${entry.name}…`);
      isWorking.current = true;
      return void entry.work().then(
        (result) => {
          if (!isOpen.current) return;
          close();
          router.push(result);
        },
        (error: Error) => {
          isWorking.current = false;
          setSaid(`${entry.name}: ${error.message}`);
        },
      );
    }
    close();
    if (!("href" in entry)) entry.run();
    else if (mayLeave()) router.push(entry.href);
  };
  return { go, said };
}
