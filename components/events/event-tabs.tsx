import { Tabs } from "@/components/shell/tabs";

export function EventTabs() {
  return (
    <Tabs
      label="Events"
      tabs={[
        { href: "/events", name: "Catalogue" },
        { href: "/events/published", name: "Published" },
      ]}
    />
  );
}
