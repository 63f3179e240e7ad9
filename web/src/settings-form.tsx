/** What a person may set; every change shows at once. */
import { Choice } from "./choice";
import { t } from "./i18n";
import { LanguageSwitch } from "./language";
import { change, type Settings, settings } from "./settings";
import { Switch } from "./switch";

const SWITCHES = [
  "largeDigits",
  "letters",
  "leftHanded",
  "doubleTap",
  "sound",
] as const satisfies readonly (keyof Settings)[];

/** `languages`: whether the language is chosen here too; pages have the choice in their head. */
export function SettingsForm({ languages = true }: { languages?: boolean }) {
  const now = settings.value;
  return (
    <div class="settings">
      {languages && <LanguageSwitch />}
      {SWITCHES.map((name) => (
        <Switch
          key={name}
          testId={`setting-${name}`}
          label={t(`setting-${name}`)}
          on={now[name]}
          onChange={(on) => change(name, on)}
        />
      ))}
      <Choice
        label={t("setting-felt")}
        name="felt"
        value={now.felt}
        options={[
          { value: "dark", label: t("felt-dark") },
          { value: "light", label: t("felt-light") },
        ]}
        onChange={(felt) => change("felt", felt)}
      />
    </div>
  );
}
