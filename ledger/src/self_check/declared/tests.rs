//! What is read from the text of a migration.

use super::*;

fn declared(sql: &str) -> Declared {
    let mut declared = Declared::default();
    for statement in statements(sql) {
        declared.take(7, &statement);
    }
    declared
}

fn rights_of(sql: &str) -> Vec<String> {
    let rights = declared(sql).rights.into_iter();
    rights.map(|(name, right)| format!("{right} on {name}")).collect()
}

#[test]
fn rights_add_up_and_are_taken_away_again() {
    let sql = "
        grant select, insert on a, b to ledger_app; -- grant delete on a to ledger_app;
        grant update (x, y) on b to ledger_app;
        grant execute on function f,
            g to ledger_app;
        create function f() as $$ begin grant delete on a to ledger_app; end $$;
        grant usage on schema public to ledger_app;
        grant ledger_app to current_user;
        grant delete on a to somebody;
        revoke insert on b
            from ledger_app;";
    let granted = [
        "insert on a",
        "select on a",
        "select on b",
        "update (x) on b",
        "update (y) on b",
        "execute on f",
        "execute on g",
    ];
    assert_eq!(rights_of(sql), granted);
}

#[test]
fn a_trigger_is_read_with_when_it_fires() {
    let sql = "create trigger never before update or delete on a
                   for each row execute function f();
               create trigger emptied before truncate on a for each statement execute function f();";
    let trigger = |name: &str, fires| Trigger {
        name: name.into(),
        table: "a".into(),
        function: "f()".into(),
        fires,
        migration: 7,
    };
    assert_eq!(declared(sql).triggers, [trigger("never", 27), trigger("emptied", 34)]);
}

#[test]
fn the_migrations_declare_what_the_service_lives_on() {
    let declared = Declared::read();
    let right = |name: &str, right: &str| (name.to_owned(), right.to_owned());
    for held in [
        right("events", "insert"),
        right("rail_cursors", "update (lt)"),
        right("open_session", "execute"),
    ] {
        assert!(declared.rights.contains(&held), "{held:?}");
    }
    for taken in [
        right("sessions", "insert"),
        right("payout_slots", "update (outcome)"),
        right("events", "update"),
    ] {
        assert!(!declared.rights.contains(&taken), "{taken:?}");
    }
    assert!(declared.triggers.len() > 20, "{:?}", declared.triggers);
}
