use super::*;

/// Transaction and amount of each line of a statement with one entry that has this inside.
fn lines(inside: &str) -> Vec<(String, i64)> {
    let text = format!(
        "<Document><BkToCstmrStmt><Stmt><Ntry><NtryRef>n1</NtryRef><Amt Ccy=\"USDT\">12.50</Amt>
         <CdtDbtInd>DBIT</CdtDbtInd><BookgDt><Dt>2025-01-01</Dt></BookgDt>{inside}</Ntry></Stmt>
         </BkToCstmrStmt></Document>"
    );
    let lines = read(&text).expect("read").into_iter();
    lines.map(|line| (line.transaction, line.amount)).collect()
}

#[test]
fn a_detail_without_a_reference_has_that_of_its_entry_and_not_its_neighbours() {
    let details = "<NtryDtls><TxDtls><Refs><TxId>a</TxId></Refs><Amt Ccy=\"USDT\">10.00</Amt></TxDtls>
                   <TxDtls><Amt Ccy=\"USDT\">2.50</Amt></TxDtls></NtryDtls>";
    assert_eq!(
        lines(details),
        [("a".to_owned(), -10_000_000), ("n1".to_owned(), -2_500_000)]
    );
}

#[test]
fn an_entry_that_is_not_booked_is_no_line() {
    for (status, count) in [
        ("", 1),
        ("<Sts>BOOK</Sts>", 1),
        ("<Sts><Cd>BOOK</Cd></Sts>", 1),
        ("<Sts>PDNG</Sts>", 0),
        ("<Sts><Cd>INFO</Cd></Sts>", 0),
        ("<Sts><Prtry>EXPECTED</Prtry></Sts>", 0),
    ] {
        assert_eq!(lines(status).len(), count, "{status}");
    }
}
