use super::*;

fn licensed() -> Region {
    Region {
        default_mode: Mode::Play,
        real: vec!["MT".into()],
        blocked: vec!["US".into()],
    }
}

#[test]
fn the_strictest_country_decides_and_the_default_holds_for_the_unknown() {
    for (countries, mode) in [
        (&[][..], Mode::Play),
        (&["MT"], Mode::Real),
        (&["DE"], Mode::Play),
        (&["MT", "DE"], Mode::Play),
        (&["MT", "US"], Mode::Blocked),
    ] {
        let countries: Vec<String> = countries.iter().map(|&code| code.to_owned()).collect();
        assert_eq!(licensed().mode(countries.iter()), mode, "{countries:?}");
    }
}

#[test]
fn a_country_has_a_code_and_one_mode() {
    assert_eq!(licensed().check(), Ok(()));
    for code in ["us", "USA", "", "U1"] {
        let region = Region {
            blocked: vec![code.into()],
            ..licensed()
        };
        assert_eq!(
            region.check().map_err(|finding| finding.text),
            Err("a country is written as two capital letters".into())
        );
    }
    let both = Region {
        blocked: vec!["MT".into()],
        ..licensed()
    };
    assert_eq!(
        both.check().map_err(|finding| finding.text),
        Err("a country is either real or blocked".into())
    );
}
