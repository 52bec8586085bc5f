use super::*;

#[test]
fn a_path_of_exactly_the_kernels_limit_fits_and_one_byte_more_does_not() {
    let name = socket_path(Path::new("/")).as_os_str().len();
    let longest = "a".repeat(SOCKET_PATH_BYTES_MAX - name - 1);
    assert!(fits(Path::new(&format!("/{longest}"))));
    assert!(!fits(Path::new(&format!("/{longest}a"))));
}

#[test]
fn commas_and_quotes_in_a_folder_name_stay_one_element() {
    assert_eq!(as_setting(Path::new("/a,\"b\" c")), "\"/a,\"\"b\"\" c\"");
}
