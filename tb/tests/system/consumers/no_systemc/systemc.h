#error "SystemC is included"
