package scope

// mpiConstants are the constants of MPI, its predefined handles included.
const mpiConstants = " address_kind aint any_source any_tag appnum argv_null argvs_null async_protects_nonblocking band bor bottom" +
	" bsend_overhead bxor byte c_bool c_complex c_double_complex c_float_complex c_long_double_complex cart char" +
	" character combiner_contiguous combiner_darray combiner_dup combiner_f90_complex combiner_f90_integer" +
	" combiner_f90_real combiner_hindexed combiner_hindexed_block combiner_hindexed_integer combiner_hvector" +
	" combiner_hvector_integer combiner_indexed combiner_indexed_block combiner_named combiner_resized" +
	" combiner_struct combiner_struct_integer combiner_subarray combiner_vector comm_dup_fn comm_null" +
	" comm_null_copy_fn comm_null_delete_fn comm_self comm_type_shared comm_world complex complex16 complex32" +
	" complex8 congruent conversion_fn_null count count_kind cxx_bool cxx_complex cxx_double_complex" +
	" cxx_float_complex cxx_long_double_complex datatype_null displacement_current dist_graph distribute_block" +
	" distribute_cyclic distribute_dflt_darg distribute_none double double_complex double_int double_precision dup_fn" +
	" err_access err_amode err_arg err_assert err_bad_file err_base err_buffer err_comm err_conversion err_count" +
	" err_dims err_disp err_dup_datarep err_file err_file_exists err_file_in_use err_group err_in_status err_info" +
	" err_info_key err_info_nokey err_info_value err_intern err_io err_keyval err_lastcode err_locktype err_name" +
	" err_no_mem err_no_space err_no_such_file err_not_same err_op err_other err_pending err_port err_proc_aborted" +
	" err_quota err_rank err_read_only err_request err_rma_attach err_rma_conflict err_rma_flavor err_rma_range" +
	" err_rma_shared err_rma_sync err_root err_service err_session err_size err_spawn err_tag err_topology" +
	" err_truncate err_type err_unknown err_unsupported_datarep err_unsupported_operation err_value_too_large err_win" +
	" errcodes_ignore errhandler_null error errors_are_fatal errors_return file_null float float_int" +
	" fortran_argv_null fortran_argvs_null fortran_bottom fortran_errcodes_ignore fortran_in_place" +
	" fortran_status_ignore fortran_statuses_ignore fortran_unweighted fortran_weights_empty graph group_empty" +
	" group_null host ident in_place info_env info_null int int16_t int32_t int64_t int8_t integer integer1 integer16" +
	" integer2 integer4 integer8 integer_kind io keyval_invalid land lastusedcode lb lock_exclusive lock_shared" +
	" logical logical1 logical2 logical4 logical8 long long_double long_double_int long_int long_long long_long_int" +
	" lor lxor max max_datarep_string max_error_string max_info_key max_info_val max_library_version_string" +
	" max_object_name max_port_name max_processor_name maxloc message_no_proc message_null min minloc mode_append" +
	" mode_create mode_delete_on_close mode_excl mode_nocheck mode_noprecede mode_noput mode_nostore mode_nosucceed" +
	" mode_rdonly mode_rdwr mode_sequential mode_unique_open mode_wronly no_op null_copy_fn null_delete_fn offset" +
	" offset_kind op_null order_c order_fortran packed proc_null prod real real16 real2 real4 real8 replace" +
	" request_null root seek_cur seek_end seek_set short short_int signed_char similar source status_ignore" +
	" status_size statuses_ignore subarrays_supported subversion success sum tag tag_ub thread_funneled" +
	" thread_multiple thread_serialized thread_single type_dup_fn type_null_copy_fn type_null_delete_fn" +
	" typeclass_complex typeclass_integer typeclass_real ub uint16_t uint32_t uint64_t uint8_t undefined unequal" +
	" universe_size unsigned unsigned_char unsigned_long unsigned_long_long unsigned_short unweighted version wchar" +
	" weights_empty win_base win_create_flavor win_disp_unit win_dup_fn win_flavor_allocate win_flavor_create" +
	" win_flavor_dynamic win_flavor_shared win_model win_null win_null_copy_fn win_null_delete_fn win_separate" +
	" win_size win_unified wtime_is_global "
