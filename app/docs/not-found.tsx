import { Guide } from "@/components/docs/guide";

export default function DocsNotFound() {
  return (
    <Guide title="There is no such page" lead="The documentation has no page at this address.">
      <p className="prose">
        <a href="/docs">Begin with the quick start</a>, or choose from the contents.
      </p>
    </Guide>
  );
}
