//! Builds the kernels for the host, once for each shape, so that tests run them without a card.
//!
//! Without a C++ compiler the crate builds too; the host device then says that it is not there.

const SHAPES: [(u32, u32); 8] = [(0, 1), (1, 1), (2, 1), (3, 1), (1, 0), (2, 0), (3, 0), (4, 0)];

fn main() {
    println!("cargo:rerun-if-changed=kernels");
    println!("cargo:rustc-check-cfg=cfg(host_kernels)");
    for (fields, pawnless) in SHAPES {
        let mut build = cc::Build::new();
        build.cpp(true).std("c++17").opt_level(2).warnings(false).cargo_warnings(false).cpp_link_stdlib(None);
        build.flag_if_supported("-xc++").flag_if_supported("-fno-exceptions").file("kernels/kernels.cu");
        build.define("FIELDS", fields.to_string().as_str()).define("PAWNLESS", pawnless.to_string().as_str());
        if let Err(error) = build.try_compile(&format!("reti_host_{fields}_{pawnless}")) {
            println!("cargo:warning=the kernels were not built for the host: {error}");
            return;
        }
    }
    println!("cargo:rustc-cfg=host_kernels");
}
