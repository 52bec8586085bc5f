//! The append as a function of the database, for servers that share the logs (ledger §4.14).
//!
//! A statement with several parts is not sent to the node of its log as one: Citus fetches the result of each part. A
//! call of a function is, by the value of its first argument, and the parts stay there. Body and types of the arguments
//! come from the text of the one statement ([`super::statement`]); only the hint for other processes is left out,
//! because a notification reaches those that listen at the server where it is made.
//!
//! On a server with all logs nobody calls it, and it is not made.

use crate::append::statement::facts;
use crate::schema::APPLICATION;

pub(crate) const NAME: &str = "append_batch";
/// The argument by which Citus finds the node.
pub(crate) const PARTITION: &str = "p_partition";

/// The arguments: the partition, the number of events, and each column as the statement casts it.
fn arguments() -> Vec<String> {
    let text = facts();
    let cast = |number: usize| {
        let behind = text.split_once(&format!("${number}::"))?.1;
        Some(behind.split(')').next().unwrap_or_default().to_owned())
    };
    let columns = (3..).map_while(cast);
    ["integer".to_owned(), "bigint".to_owned()]
        .into_iter()
        .chain(columns)
        .collect()
}

/// Name and types, as `regprocedure` reads them.
pub(crate) fn signature() -> String {
    format!("public.{NAME}({})", arguments().join(", "))
}

/// The statements that make it, or make it anew.
pub(crate) fn definition() -> String {
    let (arguments, signature, facts) = (arguments().join(", "), signature(), facts());
    format!(
        "create or replace function public.{NAME}({PARTITION} {arguments}) returns bigint
         language plpgsql as $append$
         declare
             before_batch bigint;
         begin
             {facts}
             select head.base into strict before_batch from head;
             return before_batch;
         end
         $append$;
         revoke all on function {signature} from public;
         grant execute on function {signature} to {APPLICATION}"
    )
}

/// The statement that calls it. A call alone, with a list of values: only that is sent to the node.
pub(crate) fn call() -> String {
    let values: Vec<String> = (1..=arguments().len()).map(|number| format!("${number}")).collect();
    format!("select public.{NAME}({})", values.join(", "))
}

#[cfg(test)]
mod tests;
