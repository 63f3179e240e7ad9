/** The language switch: each language by its own name. */
import { chooseLanguage, LANGUAGES, type Language, language, t } from "./i18n";

const NAMES: Readonly<Record<Language, string>> = { pl: "Polski", tr: "Türkçe", en: "English" };

export function LanguageSwitch() {
  return (
    <nav class="languages" aria-label={t("languages")}>
      {LANGUAGES.map((tag) => (
        <button
          key={tag}
          type="button"
          lang={tag}
          data-testid={`lang-${tag}`}
          title={NAMES[tag]}
          aria-label={NAMES[tag]}
          aria-pressed={tag === language.value}
          onClick={() => void chooseLanguage(tag)}
        >
          {tag.toUpperCase()}
        </button>
      ))}
    </nav>
  );
}
