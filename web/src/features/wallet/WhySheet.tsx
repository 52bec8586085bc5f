// Why a balance changed: the event behind one line, with a reference that can be quoted.
import { useTranslation } from '../../i18n/useTranslation.ts'
import type { WalletLine } from '../../api/endpoints.gen.ts'
import { formatTime } from '../../i18n/time.ts'
import { Amount } from '../../ui/Amount.tsx'
import { Button } from '../../ui/Button.tsx'
import { copy } from '../../ui/clipboard.ts'
import { Row, Rows } from '../../ui/Page.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { assetOf } from './entries.ts'
import { reasonText, ruleText } from './reason.ts'
import css from './History.module.css'

/** Open while there is a line. */
export function WhySheet({ line, onClose }: { line: WalletLine | null; onClose: () => void }) {
  const { t } = useTranslation('wallet')
  const { t: common } = useTranslation()
  return (
    <Sheet open={line !== null} title={t('why.title')} onClose={onClose}>
      {line && (
        <div className={css.why}>
          <Rows>
            <Row label={t('why.reason')}>{reasonText(line.reason)}</Row>
            <Row label={t('why.amount')}>
              <Amount
                asset={assetOf(line)}
                value={line.delta}
                signed
                toned
                label={common(`asset.${assetOf(line)}`)}
              />
            </Row>
            <Row label={t('why.after')}>
              <Amount asset={assetOf(line)} value={line.after} />
            </Row>
            <Row label={t('why.at')}>{formatTime(line.at)}</Row>
            <Row label={t('why.rule')}>{ruleText(line.why.rule)}</Row>
            <Row label={t('why.version')}>{line.why.config_version}</Row>
            <Row label={t('why.ref')}>
              <span className={css.ref}>{line.ref}</span>
            </Row>
          </Rows>
          <Inputs line={line} />
          <p>{t('why.text')}</p>
          <Button look="secondary" icon="copy" onClick={() => void copy(line.ref)}>
            {common('copy')}
          </Button>
        </div>
      )}
    </Sheet>
  )
}

/** The numbers of the event, by the names it gives them: who checks an amount needs them as they were recorded. */
function Inputs({ line }: { line: WalletLine }) {
  const { t } = useTranslation('wallet')
  if (line.why.inputs.length === 0) return null
  return (
    <section className={css.inputs} aria-label={t('why.inputs')}>
      <h3>{t('why.inputs')}</h3>
      <p>{t('why.inputsText')}</p>
      <dl>
        {line.why.inputs.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
