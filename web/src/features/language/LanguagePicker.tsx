// The languages that players may use; nothing where there is only one. A choice goes through the address, as
// every wish for a language does (domain §10.2).
import { useTranslation } from '../../i18n/useTranslation.ts'
import { useLocation, useNavigate } from 'react-router'
import { accept } from '../../i18n/languages.ts'
import { useAppSelector } from '../../state/hooks.ts'
import { selectConfig } from '../../state/selectors.ts'
import { Icon } from '../../ui/Icon.tsx'
import css from './LanguagePicker.module.css'

/** A native select: it opens the phone's own picker. */
export function LanguagePicker() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const locale = useAppSelector((state) => state.system.locale)
  const configured = useAppSelector((state) => selectConfig(state)?.languages)
  const offered = (configured ?? []).filter(({ code }) => accept(code, configured ?? []) !== null)
  if (offered.length < 2) return null
  return (
    <label className={css.picker}>
      <Icon name="globe" />
      <span className="visually-hidden">{t('language')}</span>
      <select
        value={locale}
        onChange={(event) => void navigate(`${pathname}?locale=${event.target.value}`, { replace: true })}
      >
        {offered.map(({ code, label }) => (
          <option key={code} value={code} lang={code}>
            {label}
          </option>
        ))}
      </select>
    </label>
  )
}
