package scope

// mpiProcedures are the procedures of MPI up to 4.1, without mpi_, blank before
// and after each name.
const mpiProcedures = " abi_get_version abort accumulate add_error_class add_error_code add_error_string address aint_add aint_diff" +
	" allgather allgather_init allgatherv allgatherv_init alloc_mem allreduce allreduce_init alltoall alltoall_init" +
	" alltoallv alltoallv_init alltoallw alltoallw_init attr_delete attr_get attr_put barrier barrier_init bcast" +
	" bcast_init bsend bsend_init buffer_attach buffer_detach buffer_flush buffer_iflush cancel cart_coords" +
	" cart_create cart_get cart_map cart_rank cart_shift cart_sub cartdim_get close_port comm_accept" +
	" comm_attach_buffer comm_call_errhandler comm_compare comm_connect comm_create comm_create_errhandler" +
	" comm_create_from_group comm_create_group comm_create_keyval comm_delete_attr comm_detach_buffer comm_disconnect" +
	" comm_dup comm_dup_with_info comm_flush_buffer comm_free comm_free_keyval comm_get_attr comm_get_errhandler" +
	" comm_get_info comm_get_name comm_get_parent comm_group comm_idup comm_idup_with_info comm_iflush_buffer" +
	" comm_join comm_rank comm_remote_group comm_remote_size comm_set_attr comm_set_errhandler comm_set_info" +
	" comm_set_name comm_size comm_spawn comm_spawn_multiple comm_split comm_split_type comm_test_inter" +
	" compare_and_swap dims_create dist_graph_create dist_graph_create_adjacent dist_graph_neighbors" +
	" dist_graph_neighbors_count errhandler_create errhandler_free errhandler_get errhandler_set error_class" +
	" error_string exscan exscan_init fetch_and_op file_call_errhandler file_close file_create_errhandler file_delete" +
	" file_get_amode file_get_atomicity file_get_byte_offset file_get_errhandler file_get_group file_get_info" +
	" file_get_position file_get_position_shared file_get_size file_get_type_extent file_get_view file_iread" +
	" file_iread_all file_iread_at file_iread_at_all file_iread_shared file_iwrite file_iwrite_all file_iwrite_at" +
	" file_iwrite_at_all file_iwrite_shared file_open file_preallocate file_read file_read_all file_read_all_begin" +
	" file_read_all_end file_read_at file_read_at_all file_read_at_all_begin file_read_at_all_end file_read_ordered" +
	" file_read_ordered_begin file_read_ordered_end file_read_shared file_seek file_seek_shared file_set_atomicity" +
	" file_set_errhandler file_set_info file_set_size file_set_view file_sync file_write file_write_all" +
	" file_write_all_begin file_write_all_end file_write_at file_write_at_all file_write_at_all_begin" +
	" file_write_at_all_end file_write_ordered file_write_ordered_begin file_write_ordered_end file_write_shared" +
	" finalize finalized free_mem gather gather_init gatherv gatherv_init get get_accumulate get_address get_count" +
	" get_elements get_elements_x get_hw_resource_info get_library_version get_processor_name get_version" +
	" graph_create graph_get graph_map graph_neighbors graph_neighbors_count graphdims_get grequest_complete" +
	" grequest_start group_compare group_difference group_excl group_free group_from_session_pset group_incl" +
	" group_intersection group_range_excl group_range_incl group_rank group_size group_translate_ranks group_union" +
	" iallgather iallgatherv iallreduce ialltoall ialltoallv ialltoallw ibarrier ibcast ibsend iexscan igather" +
	" igatherv improbe imrecv ineighbor_allgather ineighbor_allgatherv ineighbor_alltoall ineighbor_alltoallv" +
	" ineighbor_alltoallw info_create info_delete info_dup info_free info_get info_get_nkeys info_get_nthkey" +
	" info_get_string info_get_valuelen info_set init init_thread initialized intercomm_create" +
	" intercomm_create_from_groups intercomm_merge iprobe irecv ireduce ireduce_scatter ireduce_scatter_block irsend" +
	" is_thread_main iscan iscatter iscatterv isend isendrecv isendrecv_replace issend keyval_create keyval_free" +
	" lookup_name mprobe mrecv neighbor_allgather neighbor_allgather_init neighbor_allgatherv" +
	" neighbor_allgatherv_init neighbor_alltoall neighbor_alltoall_init neighbor_alltoallv neighbor_alltoallv_init" +
	" neighbor_alltoallw neighbor_alltoallw_init op_commutative op_create op_free open_port pack pack_external" +
	" pack_external_size pack_size parrived pcontrol pready pready_list pready_range precv_init probe psend_init" +
	" publish_name put query_thread raccumulate recv recv_init reduce reduce_init reduce_local reduce_scatter" +
	" reduce_scatter_block reduce_scatter_block_init reduce_scatter_init register_datarep remove_error_class" +
	" remove_error_code remove_error_string request_free request_get_status request_get_status_all" +
	" request_get_status_any request_get_status_some rget rget_accumulate rput rsend rsend_init scan scan_init" +
	" scatter scatter_init scatterv scatterv_init send send_init sendrecv sendrecv_replace session_attach_buffer" +
	" session_call_errhandler session_create_errhandler session_detach_buffer session_finalize session_flush_buffer" +
	" session_get_errhandler session_get_info session_get_nth_pset session_get_num_psets session_get_pset_info" +
	" session_iflush_buffer session_init session_set_errhandler sizeof ssend ssend_init start startall" +
	" status_get_error status_get_source status_get_tag status_set_cancelled status_set_elements" +
	" status_set_elements_x status_set_error status_set_source status_set_tag test test_cancelled testall testany" +
	" testsome topo_test type_commit type_contiguous type_create_darray type_create_f90_complex" +
	" type_create_f90_integer type_create_f90_real type_create_hindexed type_create_hindexed_block" +
	" type_create_hvector type_create_indexed_block type_create_keyval type_create_resized type_create_struct" +
	" type_create_subarray type_delete_attr type_dup type_extent type_free type_free_keyval type_get_attr" +
	" type_get_contents type_get_envelope type_get_extent type_get_extent_x type_get_name type_get_true_extent" +
	" type_get_true_extent_x type_get_value_index type_hindexed type_hvector type_indexed type_lb type_match_size" +
	" type_set_attr type_set_name type_size type_size_x type_struct type_ub type_vector unpack unpack_external" +
	" unpublish_name wait waitall waitany waitsome win_allocate win_allocate_shared win_attach win_call_errhandler" +
	" win_complete win_create win_create_dynamic win_create_errhandler win_create_keyval win_delete_attr win_detach" +
	" win_fence win_flush win_flush_all win_flush_local win_flush_local_all win_free win_free_keyval win_get_attr" +
	" win_get_errhandler win_get_group win_get_info win_get_name win_lock win_lock_all win_post win_set_attr" +
	" win_set_errhandler win_set_info win_set_name win_shared_query win_start win_sync win_test win_unlock" +
	" win_unlock_all win_wait wtick wtime "

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
