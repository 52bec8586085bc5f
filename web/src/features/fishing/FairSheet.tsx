/** The fairness mark opened: what the next cast is already bound to. */
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Link } from 'react-router'
import { Icon } from '../../ui/Icon.tsx'
import { Row, Rows } from '../../ui/Page.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import css from './Sheets.module.css'

/** What the server has committed to. */
export interface Commitment {
  readonly commit: string
  /** Empty until the device draws it with the next dive. */
  readonly clientSeed: string
  readonly nonce: number
  readonly tableHash: string
}

/** `commitment` is null while it is not known yet. */
export function FairSheet({
  open,
  commitment,
  onClose,
}: {
  open: boolean
  commitment: Commitment | null
  onClose: () => void
}) {
  const { t } = useTranslation(['dives', 'fishing'])
  return (
    <Sheet open={open} title={t('fair')} onClose={onClose}>
      <p className={css.hint}>{t('receipt.explainOpen')}</p>
      {commitment !== null && (
        <Rows>
          <Row label={t('receipt.commit')}>
            <code className={css.code}>{commitment.commit}</code>
          </Row>
          <Row label={t('receipt.client')}>
            {commitment.clientSeed === '' ? (
              t('receipt.clientUnchosen')
            ) : (
              <code className={css.code}>{commitment.clientSeed}</code>
            )}
          </Row>
          <Row label={t('receipt.nextNonce')}>{commitment.nonce}</Row>
          <Row label={t('receipt.table')}>
            <code className={css.code}>{commitment.tableHash}</code>
          </Row>
        </Rows>
      )}
      <Link className={css.link} to="/info?section=fairness" onClick={onClose}>
        <Icon name="shield" />
        {t('receipt.more')}
      </Link>
    </Sheet>
  )
}
